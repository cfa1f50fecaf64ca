"""Files and terminals: what is read and written below a folder, and what is said on the way.

Nothing here knows of games. Others open files through `files` and `folders`, which follow no link and leave
nothing torn, and speak through `console`.
"""
