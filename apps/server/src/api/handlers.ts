import type { Handlers } from './handler.ts';
import { accountHandlers } from './handlers/account.ts';
import { agentHandlers } from './handlers/agent.ts';
import { clientHandlers } from './handlers/client.ts';
import { eventHandlers } from './handlers/events.ts';
import { exportHandlers } from './handlers/export.ts';
import { printingHandlers } from './handlers/printing.ts';
import { softwareHandlers } from './handlers/software.ts';

/** Every call of the contract. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...softwareHandlers,
  ...agentHandlers,
  ...clientHandlers,
  ...printingHandlers,
  ...exportHandlers,
  ...eventHandlers,
};
