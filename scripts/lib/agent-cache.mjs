// Loaded before the print client (`node --import`): from its second start on, what it was compiled to is read from the
// disk. It is ready sooner, and Node's compiler takes no memory that a waiting client would keep.
import { enableCompileCache } from 'node:module';

enableCompileCache(`${import.meta.dirname}/../../apps/agent/dist/compiled`);
