import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import type { RollPart, RollState, RollSwitch } from '@yunbiao/contract/gateway/virtual-host';

/** What one server asks of another, with input and output. Both are JSON. */
export type NodeCallTypes = {
  /** Sends a request to a print client that is connected to the other server. */
  'client-request': {
    input: { clientId: number; request: DiscoveryRequest };
    output: DiscoveryResult;
  };
  /** Opens a virtual printer whose home is on the other server, and reads its output. */
  'virtual-roll': {
    input: { clientId: number; memberId: number; after: number };
    output: RollPart;
  };
  /** Opens a virtual printer whose home is on the other server, and switches a fault of it. */
  'virtual-switch': {
    input: { clientId: number; memberId: number; name: RollSwitch; on: boolean };
    output: RollState;
  };
  /** Opens a virtual printer whose home is on the other server. */
  'virtual-open': { input: { clientId: number; memberId: number }; output: null };
};

export type NodeCallName = keyof NodeCallTypes;

/** Answers calls of other servers. May throw a ServiceError, which the calling server throws. */
export type NodeCallHandlers = {
  [K in NodeCallName]?: (input: NodeCallTypes[K]['input']) => Promise<NodeCallTypes[K]['output']>;
};

/** Calls between the servers of one site. */
export type NodeCalls = {
  /**
   * Runs a handler of another server.
   * @throws the ServiceError of its handler; 503 when the server ended or does not answer in time
   */
  call: <K extends NodeCallName>(
    nodeId: string,
    name: K,
    input: NodeCallTypes[K]['input'],
  ) => Promise<NodeCallTypes[K]['output']>;
  /** Adds handlers for calls of other servers. */
  serve: (handlers: NodeCallHandlers) => void;
};
