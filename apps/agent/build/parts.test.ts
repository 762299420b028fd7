import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AGENT_VERSION } from '../src/self.ts';
import { KOFFI_ADDON, NODE_VERSION, RUNTIMES } from './parts.ts';

const root = join(import.meta.dirname, '../../..');
type Manifest = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
const readManifest = (path: string): Manifest & { version: string } =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest & { version: string };

it('a program carries the runtime and the native part the source runs with', () => {
  expect(readManifest('package.json').dependencies['node']).toBe(NODE_VERSION);
  for (const { version } of Object.values(RUNTIMES)) expect(version).toBe(NODE_VERSION);
  const agent = readManifest('apps/agent/package.json');
  expect(agent.optionalDependencies[KOFFI_ADDON.name]).toBe(KOFFI_ADDON.version);
  const lock = readManifest('package-lock.json') as unknown as {
    packages: Record<string, { integrity: string }>;
  };
  expect(lock.packages[`node_modules/${KOFFI_ADDON.name}`]?.integrity).toBe(KOFFI_ADDON.integrity);
  expect(agent.version).toBe(AGENT_VERSION);
});
