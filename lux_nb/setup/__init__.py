"""Getting the parts that pip alone can't bring: SWI-Prolog, the embedded model, a browser.

Everything here can be run again at any time: what is in place is left alone.
"""
