// One line for each check, and at the end how many passed. A check that fails says why.

export default async function* report(events) {
  const tally = { pass: 0, fail: 0 };
  for await (const { type, data } of events) {
    const kind = { "test:pass": "pass", "test:fail": "fail" }[type];
    // What went wrong outside of any check fails the whole file.
    if (type === "test:diagnostic" && data.message.startsWith("Error:")) yield `${data.message}\n`;
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
    if (!kind || data.details?.type === "suite") continue;
    if (data.skip !== undefined) {
      yield `skipped: ${data.name}\n`;
      continue;
    }
    tally[kind] += 1;
    const seconds = (data.details.duration_ms / 1000).toFixed(1);
    yield `${kind === "pass" ? "ok" : "FAILED"}: ${data.name} (${seconds} s)\n`;
    if (kind === "fail") yield `${data.details.error?.cause?.stack ?? data.details.error}\n`;
  }
  yield `browser: ${tally.pass} checks passed, ${tally.fail} failed\n`;
}
