"""Making sure that a kernel has the magics of the models, whatever else it loads."""

REGISTER = """
%load_ext lux_nb
from lux_nb.magics import budget_record, fim, lux as _lux_magic, mercury
get_ipython().register_magics(mercury.MercuryMagics, fim.FimMagics)
budget_record.add_subcommands(_lux_magic.SUBCOMMANDS)
"""
