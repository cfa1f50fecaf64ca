"""What is to be played: the request of a user, made complete as a plan, and the policies that it names.

A `Plan` is frozen and hashed, and fixes every game of a run. `own_code` reads policies of users, and `trust`
says which of them may run.
"""
