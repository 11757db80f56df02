"""`lunadiff dap` by another's client, and its answers by the protocol's own schema."""

import json
import os
import pathlib
import subprocess
import threading

import dap
import debugpy
import jsonschema
import pytest

PROGRAM = os.environ["LUNADIFF"]
SCHEMA = json.loads(
    (
        pathlib.Path(debugpy.__file__).parent
        / "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
    ).read_text()
)
RULES = """\
return {
  identity = "id",
  equal = {
    price = function(a, b)
      local difference = tonumber(a) - tonumber(b)
      return math.abs(difference) < 0.01
    end,
  },
}
"""


def validate(message):
    """Checks a message with the schema of its kind, and that of its command or event."""

    def check(name):
        jsonschema.Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]}).validate(message)

    name = message["event" if message["type"] == "event" else "command"]
    if message["type"] == "response" and not message["success"]:
        return check("ErrorResponse")
    title = name[0].upper() + name[1:]
    check(f"{title}{'Event' if message['type'] == 'event' else 'Response'}")


class Session:
    """A client of the package dap-python, joined to the program."""

    def __init__(self, directory):
        self.client = dap.Client("lunadiff", columns_start_at1=True, lines_start_at1=True)
        self.process = subprocess.Popen([PROGRAM, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=directory)
        self.events = []
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def flush(self):
        self.process.stdin.write(self.client.send())
        self.process.stdin.flush()

    def read(self):
        output = self.process.stdout
        while header := output.readline():
            length = int(header.split(b":")[1])
            blank = output.readline()
            content = output.read(length)
            message = json.loads(content)
            validate(message)
            # The package takes the body of an answer for all of it where there is none.
            if message["type"] == "response" and "body" not in message:
                continue
            for event in self.client.receive(header + blank + content):
                with self.news:
                    self.events.append(event)
                    self.news.notify_all()

    def wait(self, kind):
        def found():
            return next((event for event in self.events if type(event).__name__ == kind), None)

        with self.news:
            assert self.news.wait_for(found, 20), (kind, self.events)
            event = found()
            self.events.remove(event)
            return event


@pytest.fixture
def place(tmp_path):
    (tmp_path / "old.csv").write_text("id,price\n1,2.00\n2,3.00\n")
    (tmp_path / "new.csv").write_text("id,price\n1,2.001\n2,3.50\n")
    (tmp_path / "rules.lua").write_text(RULES)
    return tmp_path


def test_a_client_of_another_project_debugs_rules(place):
    session = Session(place)
    session.flush()
    session.wait("Initialized")
    session.client.send_request("launch", {"program": "rules.lua", "data": ["old.csv", "new.csv"], "cwd": str(place)})
    session.flush()
    session.client.set_breakpoints({"path": str(place / "rules.lua")}, [{"line": 6}])
    session.client.configuration_done()
    session.flush()
    assert session.wait("StoppedEvent").reason == "breakpoint"
    session.client.stack_trace(1)
    session.flush()
    frame = session.wait("StackTraceResponse").stackFrames[0]
    assert (frame.name, frame.line) == ("equal.price", 6)
    session.client.scopes(frame.id)
    session.flush()
    scopes = session.wait("ScopesResponse").scopes
    session.client.variables(scopes[0].variablesReference)
    session.client.evaluate("a", frame.id)
    session.flush()
    assert {variable.name for variable in session.wait("VariablesResponse").variables} >= {"a", "b", "difference"}
    assert session.wait("EvaluateResponse").result == '"2.00"'
    session.client.disconnect()
    session.flush()
    assert session.process.wait(20) == 0
