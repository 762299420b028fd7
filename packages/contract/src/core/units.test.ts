import { describe, expect, it } from 'vitest';
import { calls, type CallName } from '../api/calls.ts';
import type { Call } from './define.ts';
import { getCallSchemas, buildOpenApiDocument } from '../api/openapi.ts';
import { addUnitsToSchema } from './units.ts';

describe('the numbers of the API', () => {
  it('each have a unit or a reason to have none', () => {
    for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
      const silent: string[] = [];
      for (const schema of Object.values(getCallSchemas(call)))
        addUnitsToSchema(schema, (path) => silent.push(path));
      expect([name, silent]).toEqual([name, []]);
    }
  });

  it('say it in the OpenAPI document', () => {
    const { paths } = buildOpenApiDocument('http://127.0.0.1:3000');
    const text = JSON.stringify(paths['/np/api/uc/savePrintConfig']);
    for (const [field, unit] of [
      ['pitchScale', '%'],
      ['widthMm', 'mm'],
      ['dpi', 'dpi'],
      ['rotation', '°'],
      ['speed', 'in/s'],
      ['barReduction', '点'],
      ['copies', '份'],
    ])
      expect(text).toMatch(new RegExp(`"${field}":\\{[^}]*?"x-unit":"${unit}"`));
    expect(JSON.stringify(paths['/np/api/order/createOrder'])).toMatch(
      /"payFen":\{[^}]*"x-unit":"分"/,
    );
  });
});
