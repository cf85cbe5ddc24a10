// Runs steps read from standard input with the stock client and prints what it was sent.
const { io } = require("socket.io-client");
const plan = JSON.parse(require("fs").readFileSync(0, "utf8"));
const received = [];
const waiting = [];
const socket = io(plan.url, {
  transports: plan.transports,
  extraHeaders: plan.headers,
  auth: plan.auth,
  reconnection: false,
});

function finish(outcome) {
  console.log(JSON.stringify({ ...outcome, received }));
  socket.close();
  process.exit(0);
}

setTimeout(() => finish({ timedOut: true, waiting: plan.steps }), plan.seconds * 1000);
socket.on("connect_error", (error) => finish({ refused: error.message, description: error.description }));
for (const [event, answer] of Object.entries(plan.answers || {})) {
  socket.on(event, (data, reply) => {
    received.push([event, data]);
    const found = typeof answer === "object" && data && data.toolName in answer ? answer[data.toolName] : answer;
    reply(found);
  });
}
socket.onAny((event, data) => {
  if (plan.answers && event in plan.answers) return;
  received.push([event, data]);
  for (const entry of [...waiting]) {
    if (entry.event === event) {
      waiting.splice(waiting.indexOf(entry), 1);
      entry.resolve(data);
    }
  }
});

socket.on("connect", async () => {
  const acks = [];
  for (const step of plan.steps) {
    const awaited = (step.until || []).map(
      (event) => new Promise((resolve) => waiting.push({ event, resolve })),
    );
    if (step.emit) acks.push(await socket.emitWithAck(step.emit, step.data));
    await Promise.all(awaited);
  }
  finish({ acks, transport: socket.io.engine.transport.name });
});
