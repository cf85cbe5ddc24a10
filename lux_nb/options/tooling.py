"""Tools and the services they ask."""

from typing import Literal

from pydantic import Field, SecretStr

from lux_nb.options.kinds import Names, OptionGroup, variable


class Tooling(OptionGroup):
    """Tools and the services they ask."""

    tools_private_hosts: bool = Field(
        False,
        validation_alias=variable("LUX_TOOLS_PRIVATE_HOSTS"),
        description="Whether webhooks may reach private and local addresses.",
    )
    tools_environment: Names = Field(
        default_factory=list,
        validation_alias=variable("LUX_TOOLS_ENVIRONMENT"),
        description="Environment variables that webhooks of assistants may send as headers.",
    )
    tools_network: bool = Field(
        False,
        validation_alias=variable("LUX_TOOLS_NETWORK"),
        description="Whether sandboxed code may be given the network.",
    )
    tools_concurrency: int = Field(
        32,
        ge=1,
        le=1000,
        validation_alias=variable("LUX_TOOLS_CONCURRENCY"),
        description="Tools that run at once; further calls wait, the more urgent ones first.",
    )
    search_service: Literal["searxng", "brave"] = Field(
        "searxng",
        validation_alias=variable("LUX_SEARCH_SERVICE"),
        description="What web_search, news_search and image_search ask.",
    )
    search_url: str | None = Field(
        None,
        validation_alias=variable("LUX_SEARCH_URL"),
        description="Address of the search service, such as that of a SearXNG instance.",
    )
    search_api_key: SecretStr | None = Field(None, validation_alias=variable("LUX_SEARCH_API_KEY"))
    academic_search_url: str = Field(
        "https://export.arxiv.org/api/query",
        validation_alias=variable("LUX_ACADEMIC_SEARCH_URL"),
        description="Service that academic_search asks, in the form of arXiv's API.",
    )
    image_url: str | None = Field(
        None,
        validation_alias=variable("LUX_IMAGE_URL"),
        description="OpenAI-compatible address of image_generation; OpenAI's where its key is set.",
    )
    image_api_key: SecretStr | None = Field(None, validation_alias=variable("LUX_IMAGE_API_KEY"))
    image_model: str = Field("gpt-image-1", validation_alias=variable("LUX_IMAGE_MODEL"))
    smtp_url: SecretStr | None = Field(
        None,
        validation_alias=variable("LUX_SMTP_URL"),
        description="Server of email_sender: smtp://user:password@host:587 or smtps://…",
    )
    smtp_from: str | None = Field(
        None,
        validation_alias=variable("LUX_SMTP_FROM"),
        description="Sender's address; the user of smtp_url by default.",
    )
