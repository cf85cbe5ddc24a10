"""The options of lux_nb, group by group; config.Settings is all of them together."""
