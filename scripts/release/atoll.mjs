#!/usr/bin/env node
// Old syntax only, and nothing imported before the check: an older Node must be able to read this file.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 13)) {
  await import('../dist/cli/main.mjs');
} else {
  console.error(`Atoll needs Node 22.13 or newer. This is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
