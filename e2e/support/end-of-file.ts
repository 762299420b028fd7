import { afterAll } from 'vitest';
import { closeVisits } from './shared-browser.ts';

// Hooks run in reverse: this one is the last of its file.
afterAll(closeVisits);
