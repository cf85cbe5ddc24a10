"""Academic papers through arXiv's Atom API, or any service that answers in its form."""

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, ProviderError
from lux_nb.tools.builtin.search_services import check_status
from lux_nb.tools.webhook import request

_NAMES = {
    "atom": "http://www.w3.org/2005/Atom",
    "arxiv": "http://arxiv.org/schemas/atom",
    "search": "http://a9.com/-/spec/opensearch/1.1/",
}
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all):")


async def search_papers(settings: Settings, query: str, limit: int) -> dict[str, Any]:
    """Return the papers that fit, the most relevant first."""
    asked = {"search_query": search_query(query), "start": 0, "max_results": limit}
    url = settings.academic_search_url
    answer = await request(
        "GET", url, query={**asked, "sortBy": "relevance"}, private=settings.tools_private_hosts
    )
    check_status(answer)
    return {"query": query, "provider": "arxiv", **read_feed(str(answer.body))}


def search_query(text: str) -> str:
    """Return arXiv's query for words; one that names fields already is left as it is."""
    if _FIELD.search(text):
        return text
    words = re.findall(r'"[^"]+"|[^\s"]+', text)
    if not words:
        raise InvalidRequest("query: it holds no word.")
    return " AND ".join(f"all:{word}" for word in words)


def read_feed(text: str) -> dict[str, Any]:
    """Read an Atom feed of papers."""
    import defusedxml
    from defusedxml.ElementTree import fromstring

    try:
        feed = fromstring(text)
    except (ParseError, defusedxml.DefusedXmlException) as error:
        raise ProviderError(f"The service answered what is not Atom: {error}.") from None
    entries = feed.findall("atom:entry", _NAMES)
    wrong = [entry for entry in entries if "/api/errors" in _text(entry, "atom:id")]
    if wrong:
        raise InvalidRequest(f"query: {_text(wrong[0], 'atom:summary')}.")
    total = _text(feed, "search:totalResults")
    return {
        "results": [_paper(entry) for entry in entries],
        "total": int(total) if total.isdigit() else len(entries),
    }


def _paper(entry: Element) -> dict[str, Any]:
    links = entry.findall("atom:link", _NAMES)
    pdf = [link.get("href") for link in links if link.get("title") == "pdf"]
    authors = [_text(author, "atom:name") for author in entry.findall("atom:author", _NAMES)]
    categories = [item.get("term") for item in entry.findall("atom:category", _NAMES)]
    paper = {
        "title": _text(entry, "atom:title"),
        "url": _text(entry, "atom:id"),
        "snippet": _text(entry, "atom:summary"),
        "authors": authors,
        "published": _text(entry, "atom:published"),
        "updated": _text(entry, "atom:updated"),
        "categories": categories,
        "doi": _text(entry, "arxiv:doi"),
        "journal": _text(entry, "arxiv:journal_ref"),
        "pdf": pdf[0] if pdf else "",
    }
    return {name: value for name, value in paper.items() if value}


def _text(element: Element, name: str) -> str:
    """Return the text of a child on one line, as feeds break titles anywhere."""
    return " ".join((element.findtext(name, "", _NAMES) or "").split())
