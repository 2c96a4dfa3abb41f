#!/usr/bin/env python
"""Django's command line in this folder; an installed package has it as `samba-service`."""

from samba_service.__main__ import main

if __name__ == "__main__":
    main()
