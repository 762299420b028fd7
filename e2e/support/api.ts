import type { TestServer } from './server.ts';

/**
 * Makes an API call as the pages do and returns the data of the response.
 * @throws with the server's message when it refuses
 */
export const callAs = async <T>(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  path: string,
  body?: object,
): Promise<T> => {
  const reply = await fetch(url + path, {
    headers: { 'Content-Type': 'application/json', 'X-Token': token, 'X-Domain': 'yunbiao' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  const { state, msg, data } = (await reply.json()) as { state: string; msg: string; data: T };
  if (state !== 'ok') throw new Error(`${path}: ${msg}`);
  return data;
};
