import { afterAll } from 'vitest';
import { closeVisits } from './shared-browser.ts';

// Hooks run in reverse order: this one runs last in its file.
afterAll(closeVisits);
