"""Operations that carry the memory over time and machines: snapshots, sync and git."""
