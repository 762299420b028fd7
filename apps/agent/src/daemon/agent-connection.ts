import { setTimeout as sleep } from 'node:timers/promises';
import { listLeaseLabels } from '@yunbiao/contract/gateway/gateway';
import type { Feature } from '@yunbiao/contract/gateway/discovery';
import type { AgentMessage, Lease, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { connectGateway } from '../gateway/client.ts';
import type { Dismissal } from '../gateway/client.ts';
import { buildHello } from '../gateway/messages.ts';
import { deleteClientKey } from '../settings.ts';
import { CONNECTING } from './agent.ts';
import type { Agent } from './agent.ts';
import { DISMISSED } from './dismissal-errors.ts';
import { HISTORY } from './history.ts';

/** Protocol features that every client of this version supports. */
const FEATURES = ['raw', HISTORY, 'pictures'] as const satisfies readonly Feature[];

const resetAgentForConnection = (agent: Agent, enabled: boolean): void => {
  agent.sources.clear();
  agent.pictures.restart();
  agent.printSwitch.setEnabled(enabled);
  agent.views.publishAll();
  agent.reporter.restart();
  agent.windows.restart(agent.printers.list());
};

const queueReceivedLeases = (agent: Agent, leases: readonly Lease[]): void => {
  for (const lease of leases) {
    agent.sources.attach(lease);
    agent.pictures.hasPicturesOf(listLeaseLabels(lease));
    agent.windows.recordReceived(lease.localId, listLeaseLabels(lease).length);
  }
  for (const [localId, printerLeases] of Map.groupBy(leases, (lease) => lease.localId))
    agent.printers.find(localId)?.offer(printerLeases);
};

const handleServerMessage = (agent: Agent, message: ServerMessage): void => {
  switch (message.type) {
    case 'welcome':
      agent.clock.synchronize(message.now);
      agent.history.recordWelcome({ features: message.features ?? [], stored: message.stored });
      resetAgentForConnection(agent, message.enabled);
      return agent.environment.onWelcome(message);
    case 'template':
    case 'raw':
      return agent.sources.store(message);
    case 'lease':
      return queueReceivedLeases(agent, message.leases);
    case 'picture':
      return agent.pictures.receive(message);
    case 'ack':
      agent.reporter.recordAcknowledged(message.units, message.token).catch(agent.end);
      return;
    case 'cancel':
      return agent.printers.list().forEach((worker) => worker.cancel(message.units));
    case 'enabled':
      agent.say(message.enabled ? '恢复打印' : '网站上停用了这个打印客户端');
      return agent.printSwitch.setEnabled(message.enabled);
    case 'wish':
      return agent.environment.onDiscoveryRequest(message);
    case 'pong':
      return agent.clock.synchronize(message.now);
    case 'newest':
    case 'update':
      return agent.hooks.onProgram(message);
  }
};

/** Creates the first message of a connection. */
const createHello = ({ history, printers, environment, ledger, hooks }: Agent): AgentMessage => {
  const tokens = history.startHello();
  // Another client may hold the leases of an older connection now.
  for (const worker of printers.list()) worker.clearWaiting();
  const features = [...FEATURES, ...environment.features];
  return buildHello({ ledger, tokens, workers: printers.list(), features }, hooks.getProgram());
};

/** Ends the agent that the server has dismissed. A revoked key is of no use any more. */
const endDismissedAgent = ({ home, end }: Agent, dismissal: Dismissal): void => {
  try {
    if (dismissal === 'revoked') deleteClientKey(home);
  } finally {
    end(DISMISSED[dismissal]);
  }
};

/** Connects to the server, in place of an earlier connection. */
export const connectAgent = (agent: Agent, server: string, key: string): void => {
  const { connection, environment, history, status, say } = agent;
  connection.gateway?.stop();
  connection.fault = CONNECTING;
  connection.gateway = connectGateway({
    server,
    key,
    createHello: () => createHello(agent),
    onMessage: (message) => handleServerMessage(agent, message),
    onLost: () => {
      environment.onDisconnected();
      history.clearConnection();
    },
    onConnected: (connected, reason) => {
      // Every failed attempt reports its reason. Only a changed reason is shown.
      if (connection.fault === reason) return;
      connection.fault = reason;
      status.scheduleWrite();
      say(connected ? `已连上 ${server}` : `没有连上 ${server}：${reason}。正在重试`);
    },
    onDismissed: (reason) => endDismissedAgent(agent, reason),
  });
};

/** Waits up to one second until the server has stored all reports. The next start resends the others. */
const waitForReportAcknowledgements = async ({ ledger, connection }: Agent): Promise<void> => {
  const isEverythingAcknowledged = (): boolean =>
    !ledger.listEntries().some((entry) => entry.final);
  for (
    let i = 0;
    i < 50 && connection.gateway?.isConnected() && !isEverythingAcknowledged();
    i += 1
  )
    await sleep(20);
};

/** Waits for started labels, reports to the server and disconnects. */
export const stopPrintingAndDisconnect = async (agent: Agent): Promise<void> => {
  agent.environment.stop();
  agent.history.close();
  await agent.printers.stop();
  agent.reporter.requestFlush();
  await waitForReportAcknowledgements(agent);
  agent.connection.gateway?.stop();
  agent.reporter.stop();
  agent.views.stop();
  agent.status.remove();
};
