"""Games to watch: positions, films of games, and reviews that tell where one was lost.

A game that is played again goes in, and a page or a picture of its boards comes out.
"""
