"""Providers: one small class for each service that offers models."""
