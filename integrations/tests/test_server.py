"""`lunadiff lsp` by pytest-lsp, whose client reads each answer as the protocol's model types have it."""

import os
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

RULES = """\
--- @data old.csv new.csv
return {
  identity = function(r) return r.id end,
  ignore = "prise",
}
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["LUNADIFF"], "lsp"]))
async def client(lsp_client: LanguageClient, tmp_path):
    (tmp_path / "old.csv").write_text("id,price\n1,2.00\n")
    (tmp_path / "new.csv").write_text("id,price\n1,2.50\n")
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=tmp_path.as_uri(), process_id=os.getpid())
    )
    lsp_client.place = tmp_path
    yield
    await lsp_client.shutdown_session()


def opened(client, text, name="rules.lua"):
    uri = (client.place / name).as_uri()
    item = types.TextDocumentItem(uri=uri, language_id="lua", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri


def change(client, uri, text, version):
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )


async def said(client, uri, version=1):
    while True:
        await client.wait_for_notification("textDocument/publishDiagnostics")
        found = client.diagnostics.get(uri)
        if found is not None:
            return found


@pytest.mark.asyncio
async def test_diagnostics_and_what_is_proposed(client: LanguageClient):
    uri = opened(client, RULES)
    (error,) = (found for found in await said(client, uri) if found.code == "error")
    assert "unknown column 'prise'" in error.message
    assert error.range.start == types.Position(3, 11)
    change(client, uri, RULES.replace('  ignore = "prise",\n', ""), 2)
    found = await said(client, uri)
    assert [diagnostic.code for diagnostic in found] == ["declare"]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=uri),
            range=found[0].range,
            context=types.CodeActionContext(diagnostics=list(found)),
        )
    )
    (edit,) = actions[0].edit.changes[uri]
    assert edit.new_text == 'identity = "id"'


@pytest.mark.asyncio
async def test_a_version_of_git_is_named_from_the_rules_own_folder(client: LanguageClient):
    (client.place / "rules").mkdir()
    (client.place / "rules/prices.csv").write_text("id,price\n1,2.00\n")
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=client.place, check=True)
    names = ["HEAD:./prices.csv", "HEAD:rules/prices.csv", "HEAD:../new.csv"]
    for number, name in enumerate(names):
        uri = opened(client, f'--- @data {name} prices.csv\nreturn {{ ignore = "prise" }}\n', f"rules/rules{number}.lua")
        (found,) = await said(client, uri)
        assert found.message.startswith("unknown column 'prise'; did you mean 'price'?")


@pytest.mark.asyncio
async def test_words_and_completion(client: LanguageClient):
    uri = opened(client, RULES.replace("prise", "price"))
    await said(client, uri)
    place = types.TextDocumentIdentifier(uri=uri)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=place, position=types.Position(3, 13)))
    assert "column `price`" in hover.contents.value
    items = await client.text_document_completion_async(
        types.CompletionParams(text_document=place, position=types.Position(3, 13))
    )
    assert {item.label for item in items} == {"id", "price"}


@pytest.mark.asyncio
async def test_tests_are_run(client: LanguageClient):
    text = 'return { same = { old = "id\\n1\\n", new = "id\\n1\\n", expect = { inserted = 0 }, key = "id" } }\n'
    (client.place / "rules.test.lua").write_text(text)
    uri = opened(client, text, "rules.test.lua")
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=uri))
    )
    assert [lens.command.title for lens in lenses] == ["run all tests", "with coverage", "run test"]
    command = lenses[0].command
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
    )
    assert result == {"passed": 1, "failed": 0, "problems": []}
