"""One page: the templates, and the parts that all pages share.

A page is one file with all that it shows; what it says comes from whoever asks for it.
"""
