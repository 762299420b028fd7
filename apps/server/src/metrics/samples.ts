import type { Histogram, HistogramFamily } from './histogram.ts';

/** A metric of Prometheus with its values. `labels`: `{name="value"}`, or '' without. */
export type Sample = {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  values: readonly [labels: string, value: number][];
};

export type HistogramSample = {
  name: string;
  help: string;
  type: 'histogram';
  /** Value of the label → histogram. */
  histograms: readonly [labelValue: string, Histogram][];
  /** Name of the label; '' for a single histogram. */
  label: string;
};

/** A gauge without labels. */
export const createGauge = (name: string, help: string, value: number): Sample => ({
  name,
  help,
  type: 'gauge',
  values: [['', value]],
});

export const createCounter = (name: string, help: string, value: number): Sample => ({
  ...createGauge(name, help, value),
  type: 'counter',
});

/** A gauge by one label. Label values are names from the code and need no escaping. */
export const createGaugeByLabel = (
  name: string,
  help: string,
  { label, values }: { label: string; values: Readonly<Record<string, number>> },
): Sample => ({
  name,
  help,
  type: 'gauge',
  values: Object.entries(values).map(([key, value]) => [`{${label}="${key}"}`, value]),
});

export const createHistogramSample = (
  name: string,
  help: string,
  histogram: Histogram,
): HistogramSample => ({
  name,
  help,
  type: 'histogram',
  histograms: [['', histogram]],
  label: '',
});

export const createFamilySample = <K extends string>(
  name: string,
  help: string,
  { label, family }: { label: string; family: HistogramFamily<K> },
): HistogramSample => ({
  name,
  help,
  type: 'histogram',
  histograms: Object.entries<Histogram>(family),
  label,
});

const formatHead = ({ name, help, type }: Sample | HistogramSample): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

const formatHistogram = ({ name, label, histograms }: HistogramSample): string => {
  let text = '';
  for (const [labelValue, histogram] of histograms) {
    const { counts, sum } = histogram.read();
    const labelText = label ? `${label}="${labelValue}"` : '';
    const common = labelText ? `{${labelText}}` : '';
    let cumulative = 0;
    for (const [bucket, count] of counts.entries()) {
      cumulative += count;
      const bound = histogram.bounds[bucket] ?? '+Inf';
      text += `${name}_bucket{${labelText ? `${labelText},` : ''}le="${bound}"} ${cumulative}\n`;
    }
    text += `${name}_sum${common} ${sum}\n${name}_count${common} ${cumulative}\n`;
  }
  return text;
};

/** Prometheus text format 0.0.4. */
export const formatSamples = (samples: readonly (Sample | HistogramSample)[]): string =>
  samples
    .map((sample) => {
      if (sample.type === 'histogram') return formatHead(sample) + formatHistogram(sample);
      const lines = sample.values.map(([labels, value]) => `${sample.name}${labels} ${value}\n`);
      return formatHead(sample) + lines.join('');
    })
    .join('');
