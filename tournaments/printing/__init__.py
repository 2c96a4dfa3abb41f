"""What leaves the house on paper and as tables: plain values in, PDF and CSV out.

Pure: no Django, no clock, no files except the typefaces of packages; the same values give the same
bytes. The caller has decided already what the reader may see.
"""
