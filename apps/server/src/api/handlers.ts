import type { Handlers } from './handler.ts';
import { accountHandlers } from './handlers/account.ts';
import { agentHandlers } from './handlers/agent.ts';
import { softwareHandlers } from './handlers/software.ts';

/** Every call of the contract. */
export const handlers = {
  ...accountHandlers,
  ...softwareHandlers,
  ...agentHandlers,
} as unknown as Handlers;
