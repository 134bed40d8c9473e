/** The text format of Prometheus, version 0.0.4. */

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricSample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string | number>> | undefined;
  /** Default: that of the metric. */
  readonly metricName?: string;
}

export interface Metric {
  readonly name: string;
  /** One line. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly MetricSample[];
}

export function textOf(metrics: readonly Metric[]): string {
  return `${metrics.map(blockOf).join('\n\n')}\n`;
}

function blockOf({ name, help, type, values }: Metric): string {
  const samples = values.map(({ metricName = name, labels, value }) => `${metricName}${labelsOf(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples].join('\n');
}

function labelsOf(labels: MetricSample['labels']): string {
  if (labels === undefined) return '';
  return `{${Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
