// A stock TypeScript-SDK client: connects, lists, calls, reads, watches; prints what it saw.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const asked = JSON.parse(process.argv[2]);
const load = async (path) => {
  const resolve = createRequire(join(asked.packages, "package.json")).resolve;
  return import(pathToFileURL(resolve(`@modelcontextprotocol/sdk/${path}`)).href);
};
const { Client } = await load("client/index.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
const { StdioClientTransport } = await load("client/stdio.js");
const types = await load("types.js");

const transport = asked.url
  ? new StreamableHTTPClientTransport(new URL(asked.url), {
      requestInit: { headers: { Authorization: `Bearer ${asked.token}`, "lux-toolsets": "all" } },
    })
  : new StdioClientTransport({ command: asked.command[0], args: asked.command.slice(1), env: asked.env });
const client = new Client({ name: "typescript", version: "1.2" });

// A notice that does not come ends the run at once, with its name.
const soon = (promise, what) =>
  Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error(`no ${what} came`)), 30000)),
  ]);
const updated = new Promise((resolve) => {
  client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, (message) =>
    resolve(message.params.uri),
  );
});
const listChanged = new Promise((resolve) => {
  client.setNotificationHandler(types.PromptListChangedNotificationSchema, () => resolve(true));
});

await client.connect(transport);
const seen = { server: client.getServerVersion()?.name, capabilities: client.getServerCapabilities() };

const all = async (list, field) => {
  const found = [];
  let cursor;
  do {
    const page = await list(cursor ? { cursor } : {});
    found.push(...page[field]);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
};
const tools = await all((p) => client.listTools(p), "tools");
seen.tools = tools.map((tool) => tool.name);

// Every tool that reads only and needs nothing; the SDK checks each answer by its output schema.
seen.called = [];
for (const tool of tools) {
  if (!tool.annotations?.readOnlyHint || tool.inputSchema.required?.length) continue;
  const result = await client.callTool({ name: tool.name, arguments: {} });
  seen.called.push([tool.name, Boolean(result.isError), Boolean(result.structuredContent)]);
}

const progress = [];
await client.callTool({ name: "test_stream", arguments: {} }, undefined, {
  onprogress: (step) => progress.push(step.message),
});
seen.progress = progress.join("");

// The same call as a task: a handle at once, then its end and its result.
seen.task = [];
const steps = client.experimental.tasks.callToolStream(
  { name: "test_stream", arguments: {} },
  types.CallToolResultSchema,
  { task: {} },
);
for await (const step of steps) {
  seen.task.push(step.type);
  if (step.type === "result") seen.taskResult = step.result.structuredContent;
}
const listed = await client.experimental.tasks.listTasks();
seen.tasksListed = listed.tasks.map((task) => task.status);

await client.subscribeResource({ uri: "lux://resources/from%20node" });
await client.setLoggingLevel("info");
const created = await client.callTool({
  name: "resource_create",
  arguments: { name: "from node", content: "Hi {{name}}" },
});
seen.created = !created.isError;
seen.updated = await soon(updated, "notice of an update");
seen.listChanged = await soon(listChanged, "notice of a changed list");
const prompt = await client.getPrompt({ name: "from node", arguments: { name: "Ada" } });
seen.prompt = prompt.messages[0].content.text;

const resources = await all((p) => client.listResources(p), "resources");
seen.read = [];
for (const resource of resources) {
  const { contents } = await client.readResource({ uri: resource.uri });
  seen.read.push([resource.uri, contents.length]);
}
const templates = await all((p) => client.listResourceTemplates(p), "resourceTemplates");
seen.templates = templates.map((template) => template.uriTemplate);
const completed = await client.complete({
  ref: { type: "ref/resource", uri: "lux://frames/{name}" },
  argument: { name: "name", value: "tur" },
});
seen.completed = completed.completion.values;

try {
  await client.callTool({ name: "test_wait", arguments: { text: "node" } }, undefined, { timeout: 500 });
} catch (error) {
  seen.timeout = error.code;
}
const deleted = await client.callTool({
  name: "resource_delete",
  arguments: { resourceId: "from node" },
});
seen.deleted = !deleted.isError;
await client.close();
process.stdout.write(JSON.stringify(seen));
process.exit(0);
