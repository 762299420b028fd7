export type Metrics = {
  cacheHits: number;
  cacheMisses: number;
  notModified: number;
  renders: number;
  /** Pages turned away because too many were being made. */
  busy: number;
  /** Status → answers, the cache's own excepted. */
  requests: Map<number, number>;
};

export const createMetrics = (): Metrics => ({
  cacheHits: 0,
  cacheMisses: 0,
  notModified: 0,
  renders: 0,
  busy: 0,
  requests: new Map(),
});

export const countRequest = (metrics: Metrics, status: number): void => {
  metrics.requests.set(status, (metrics.requests.get(status) ?? 0) + 1);
};

type Sample = {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  values: [labels: string, value: number][];
};

const write = ({ name, help, type, values }: Sample): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.map(([labels, value]) => `${name}${labels} ${value}`).join('\n')}\n`;

const processSamples = (): Sample[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time.',
      type: 'counter',
      values: [['', (cpu.user + cpu.system) / 1e6]],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory.',
      type: 'gauge',
      values: [['', memory.rss]],
    },
    {
      name: 'nodejs_heap_used_bytes',
      help: 'Heap in use.',
      type: 'gauge',
      values: [['', memory.heapUsed]],
    },
    {
      name: 'process_uptime_seconds',
      help: 'Time since the start.',
      type: 'gauge',
      values: [['', process.uptime()]],
    },
  ];
};

/** Prometheus text format 0.0.4. */
export const metricsText = (metrics: Metrics, cache: { pages: number; bytes: number }): string => {
  const requests = [...metrics.requests].toSorted(([a], [b]) => a - b);
  const hits = metrics.cacheHits - metrics.notModified;
  const samples: Sample[] = [
    {
      name: 'yunbiao_http_requests_total',
      help: 'Answers by status.',
      type: 'counter',
      values: [
        ...requests.map(([status, count]): [string, number] => [
          `{status="${status}",from="server"}`,
          count,
        ]),
        ['{status="200",from="page_cache"}', hits],
        ['{status="304",from="page_cache"}', metrics.notModified],
      ],
    },
    {
      name: 'yunbiao_page_cache_hits_total',
      help: 'Pages answered from the cache.',
      type: 'counter',
      values: [['', metrics.cacheHits]],
    },
    {
      name: 'yunbiao_page_cache_misses_total',
      help: 'Cacheable pages that were not in the cache.',
      type: 'counter',
      values: [['', metrics.cacheMisses]],
    },
    {
      name: 'yunbiao_page_cache_pages',
      help: 'Pages in the cache.',
      type: 'gauge',
      values: [['', cache.pages]],
    },
    {
      name: 'yunbiao_page_cache_bytes',
      help: 'Memory held by the cache.',
      type: 'gauge',
      values: [['', cache.bytes]],
    },
    {
      name: 'yunbiao_page_renders_total',
      help: 'Pages and payloads rendered.',
      type: 'counter',
      values: [['', metrics.renders]],
    },
    {
      name: 'yunbiao_pages_busy_total',
      help: 'Pages turned away because too many were being made.',
      type: 'counter',
      values: [['', metrics.busy]],
    },
    ...processSamples(),
  ];
  return samples.map(write).join('');
};
