/** A metric with its samples, as Prometheus reads them. */
export interface Metric {
  readonly help: string;
  readonly type: string;
  readonly samples: Sample[];
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`;
const HEADER = new RegExp(
  String.raw`^# HELP (${NAME}) ((?:[^\\]|\\[\\n])+)\n# TYPE (${NAME}) (counter|gauge|histogram)$`,
);
const SAMPLE = new RegExp(
  String.raw`^(${NAME})(?:\{(${LABEL}(?:,${LABEL})*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$`,
);

/**
 * Parses metrics by the grammar of Prometheus' text format 0.0.4, and checks its rules: each metric is described once, before its
 * samples; no series occurs twice; the buckets of a histogram are in order and add up.
 * @throws Error with the line or the metric that is wrong.
 */
export function parseMetrics(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line has no line break');
  const metrics = new Map<string, Metric>();
  const series = new Set<string>();
  for (const block of text.slice(0, -1).split('\n\n')) {
    const [help = '', type = '', ...lines] = block.split('\n');
    const [, name = '', about = '', typed, kind = ''] = HEADER.exec(`${help}\n${type}`) ?? [];
    if (name === '' || name !== typed) throw new Error(`Not a description of a metric: ${help}\n${type}`);
    if (metrics.has(name)) throw new Error(`${name} is described twice`);
    const samples = lines.map(sampleIn);
    for (const sample of samples) {
      const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!suffixes.some((suffix) => sample.name === name + suffix))
        throw new Error(`${sample.name} is not of ${name}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (series.has(key)) throw new Error(`${key} occurs twice`);
      series.add(key);
    }
    if (kind === 'counter' && !name.endsWith('_total')) throw new Error(`The counter ${name} must end with _total`);
    if (kind === 'histogram') checkHistogram(name, samples);
    metrics.set(name, { help: about, type: kind, samples });
  }
  return metrics;
}

function sampleIn(line: string): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`Not a sample: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(LABEL, 'g'))].map(([pair]) => {
    const end = pair.indexOf('=');
    const text = pair.slice(end + 2, -1).replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    return [pair.slice(0, end), text] as const;
  });
  if (new Set(pairs.map(([label]) => label)).size < pairs.length) throw new Error(`A label occurs twice: ${line}`);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) };
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const keyOf = ({ le: _, ...labels }: Sample['labels']) => JSON.stringify(Object.entries(labels).sort());
  for (const key of new Set(samples.map(({ labels }) => keyOf(labels)))) {
    const of = (suffix: string) => samples.filter((one) => one.name === name + suffix && keyOf(one.labels) === key);
    const buckets = of('_bucket');
    const limits = buckets.map(({ labels }) => Number(labels.le?.replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    const isSorted = (values: number[]) => values.every((value, n) => n === 0 || value >= (values[n - 1] as number));
    if (!isSorted(limits) || !isSorted(counts)) throw new Error(`The buckets of ${name}${key} are not in order`);
    const [count, sum] = [of('_count'), of('_sum')];
    if (count.length !== 1 || sum.length !== 1) throw new Error(`${name}${key} needs one count and one sum`);
    if (limits.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== count[0]?.value) {
      throw new Error(`The last bucket of ${name}${key} must be +Inf, and have the count`);
    }
  }
}
