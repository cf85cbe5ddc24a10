"""``lux-nb attach``: a stdio bridge from an assistant to the running kernel.

It passes frames and knows no tools, so whatever a kernel offers goes through, in every version
of the protocol. It imports little, because an assistant waits for it to start.
"""
