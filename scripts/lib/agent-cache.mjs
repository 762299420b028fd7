// Loaded before the print client (`node --import`). From its second start on, compiled code is read from disk: the
// client starts sooner and keeps no memory for the compiler.
import { enableCompileCache } from 'node:module';

enableCompileCache(`${import.meta.dirname}/../../apps/agent/dist/compiled`);
