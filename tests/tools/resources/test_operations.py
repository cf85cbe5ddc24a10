from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.errors import Conflict, InvalidRequest, NotFound

Call = Callable[..., Any]
REVIEW = "Review this {{language}} code:\n\n{{ code }}\n\nFocus on: {{focus_areas}}"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = Engine(Settings(lux_home=tmp_path_factory.mktemp("home")))
    yield made
    made.close()


@pytest.fixture
def call(engine: Engine) -> Iterator[Call]:
    def run(operation: str, **parameters: Any) -> Any:
        return engine.run(engine.call(operation, parameters, author=Author("script", "test")))

    yield run
    for left in run("resources_list").resources:
        run("resource_delete", resourceId=left.id)


@pytest.fixture
def review(call: Call) -> Any:
    return call(
        "resource_create",
        type="prompt",
        name="code_reviewer",
        description="Code review assistant prompt",
        content=REVIEW,
        variables=["language", "code", "focus_areas"],
        tags=["code", "review"],
        metadata={"author": "DevTeam", "bestPractices": True},
    ).resource


def test_a_resource_is_created_in_its_first_version(review: Any, call: Call) -> None:
    assert review.id.startswith("res_")
    assert (review.version, review.author) == ("1.0.0", "test")
    assert review.variables == ["language", "code", "focus_areas"]
    listed = call("resources_list").wire()
    assert listed["total"] == 1
    assert listed["resources"][0]["metadata"] == {"author": "DevTeam", "bestPractices": True}


def test_a_resource_outlives_the_kernel(review: Any, engine: Engine) -> None:
    other = Engine(Settings(lux_home=engine.settings.lux_home))
    asked = other.call("resource_get", {"resourceId": review.id}, author=Author("script", "again"))
    found = other.run(asked)
    other.close()
    assert found.resource.content == REVIEW


def test_variables_are_found_in_the_content_when_not_declared(call: Call) -> None:
    made = call("resource_create", name="greet", content="Hi {{name}}, {{ name }} of {{place}}!")
    assert made.resource.variables == ["name", "place"]


def test_rendering_fills_every_place_once(call: Call, review: Any) -> None:
    values = {"language": "Python", "code": "x = '{{language}}'", "focus_areas": ["speed", 1]}
    text = call("resource_render", resourceId="code_reviewer", variables=values).text
    assert text == "Review this Python code:\n\nx = '{{language}}'\n\nFocus on: [\"speed\", 1]"
    assert call("resource_get", resourceId=review.id, variables=values).rendered == text


def test_variables_may_come_as_json_text_as_a_query_string_brings_them(call: Call) -> None:
    call("resource_create", name="greet", content="Hi {{name}}")
    found = call("resource_get", resourceId="greet", variables='{"name": "Ada"}')
    assert found.rendered == "Hi Ada"


def test_a_missing_variable_is_an_error_that_names_it(call: Call, review: Any) -> None:
    with pytest.raises(InvalidRequest, match="code, focus_areas") as caught:
        call("resource_render", resourceId="code_reviewer", variables={"language": "C"})
    assert caught.value.code == "MISSING_VARIABLE"


def test_an_unknown_variable_is_an_error_with_what_was_meant(call: Call) -> None:
    call("resource_create", name="greet", content="Hi {{name}}")
    with pytest.raises(InvalidRequest) as caught:
        call("resource_render", resourceId="greet", variables={"name": "Ada", "nam": "x"})
    assert caught.value.hint == "Did you mean name?"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"content": "{{a}}", "variables": []}, "uses {{a}}, which is not declared"),
        ({"content": "a", "variables": ["b"]}, "does not use it"),
        ({"content": {"a": 1}}, "a prompt is a text"),
        ({"content": "a", "version": "1.0"}, "is not a version"),
        ({"content": "a", "type": "data", "variables": ["b"]}, "data has none"),
        ({"content": "a", "type": "song"}, "type"),
        ({"content": "a", "name": "../up"}, "name"),
    ],
)
def test_what_does_not_fit_is_refused(call: Call, given: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidRequest, match=told.replace("{", r"\{")):
        call("resource_create", **{"name": "one", **given})
    assert call("resources_list").total == 0


def test_a_name_is_taken_once(call: Call, review: Any) -> None:
    with pytest.raises(Conflict) as caught:
        call("resource_create", name="code_reviewer", content="x")
    assert caught.value.code == "RESOURCE_EXISTS"


def test_a_change_adds_a_version_and_the_old_one_stays(call: Call, review: Any) -> None:
    call("resource_update", resourceId="code_reviewer", description="Better")
    third = call("resource_update", resourceId=review.id, content="Look at {{code}}").resource
    assert (third.version, third.variables) == ("1.1.0", ["code"])
    assert third.tags == ["code", "review"]
    found = call("resource_versions", resourceId="code_reviewer").resources
    assert [one.version for one in found] == ["1.1.0", "1.0.1", "1.0.0"]
    old = call("resource_get", resourceId="code_reviewer", version="1.0.0").resource
    assert old.content == REVIEW
    with pytest.raises(NotFound) as caught:
        call("resource_get", resourceId="code_reviewer", version="7.0.0")
    assert caught.value.code == "VERSION_NOT_FOUND"


def test_a_change_of_nothing_adds_no_version(call: Call, review: Any) -> None:
    same = call("resource_update", resourceId="code_reviewer", description=review.description)
    assert same.resource.version == "1.0.0"


def test_a_version_only_grows(call: Call, review: Any) -> None:
    made = call("resource_update", resourceId="code_reviewer", version="2.0.0", tags=[])
    assert made.resource.version == "2.0.0"
    with pytest.raises(InvalidRequest, match=r"1\.5\.0 does not come after 2\.0\.0"):
        call("resource_update", resourceId="code_reviewer", version="1.5.0")


def test_resources_are_found_by_type_tags_and_text(call: Call, review: Any) -> None:
    call("resource_create", name="cities", type="data", content={"Oslo": 1}, tags=["Code"])
    call("resource_create", name="mail", type="template", content="Dear {{name}}")

    def names(**filters: Any) -> list[str]:
        return [one.name for one in call("resources_list", **filters).resources]

    assert names() == ["cities", "code_reviewer", "mail"]
    assert names(type="data") == ["cities"]
    assert names(tags="code, review") == ["code_reviewer"]
    assert names(tags=["code"]) == ["cities", "code_reviewer"]
    assert names(search="oslo") == ["cities"]


def test_data_is_kept_as_it_is(call: Call, engine: Any) -> None:
    call("resource_create", name="cities", type="data", content={"Oslo": ["{{x}}", 1.5, None]})
    call("resource_create", name="note", type="data", content="a {{b}}")
    assert call("resource_get", resourceId="note").resource.variables == []
    data = engine.run(engine.read_resource("lux://resources/cities"))
    assert (data.text, data.mime_type) == ('{"Oslo": ["{{x}}", 1.5, null]}', "application/json")
    with pytest.raises(InvalidRequest, match="is data"):
        call("resource_render", resourceId="note", variables={"b": 1})


def test_a_deleted_resource_is_gone_with_its_versions(call: Call, review: Any) -> None:
    call("resource_update", resourceId="code_reviewer", description="Better")
    assert call("resource_delete", resourceId=review.id).versions == 2
    with pytest.raises(NotFound) as caught:
        call("resource_get", resourceId="code_reviewer")
    assert caught.value.code == "RESOURCE_NOT_FOUND"
    call("resource_create", name="code_reviewer", content="anew")


def test_two_changes_of_one_version_do_not_overwrite_each_other(engine: Any, call: Call) -> None:
    from lux_nb.tools.resources.library import Library

    call("resource_create", name="one", content="a")
    library = Library(engine.store)
    before = engine.run(library.get("one"))
    engine.run(library.change(before, "1.0.1", {**before.definition, "content": "b"}, "x"))
    with pytest.raises(Conflict, match="someone else"):
        engine.run(library.change(before, "1.0.2", {**before.definition, "content": "c"}, "y"))
    assert call("resource_get", resourceId="one").resource.content == "b"


def test_the_tools_namespace_reaches_resources(lux: Any) -> None:
    lux.tools.resource_create(name="greet", content="Hi {{name}}")
    assert lux.tools.resource_render("greet", {"name": "Ada"}).text == "Hi Ada"
