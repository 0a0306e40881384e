import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary-directory.js';

const run = promisify(execFile);

const RULES = resolve('deploy/monitoring/alerts.yaml');
const SAMPLE = /^(purser_[a-z_]+|nodejs_eventloop_lag_p99_seconds)(\{[^}]*\})? (\S+)$/gm;

// Numbers that prom-client and promtool write differently: prom-client's notation, and promtool's in a constant series.
const NOT_A_NUMBER: Readonly<Record<string, string>> = { Nan: 'NaN+0', '+Inf': 'Inf+0' };

// Samples are 30 s apart: five minutes without the failure, and half an hour with it.
const HEALTHY = 10;
const BROKEN = 60;

export async function promtool(...parameters: readonly string[]): Promise<string> {
  return (await run('promtool', parameters)).stdout;
}

/**
 * Two scrapes of a desk's metrics, before and after a failure, and the page alerts that fire ten minutes after the
 * change.
 */
export interface ScrapedChange {
  readonly healthy: string;
  readonly broken: string;
  readonly pages: readonly string[];
}

/** @throws Error with promtool's output if other pages fire, or any fired while the desk was healthy */
export async function expectPages({ healthy, broken, pages }: ScrapedChange): Promise<void> {
  const before = samplesOf(healthy);
  const after = samplesOf(broken);
  const firing = 'group by (alertname) (ALERTS{alertstate="firing", severity="page"})';
  const file = {
    rule_files: [RULES],
    evaluation_interval: '30s',
    tests: [
      {
        interval: '30s',
        input_series: [...new Set([...before.keys(), ...after.keys()])].map((series) => ({
          series,
          values: `${before.get(series) ?? '_'}x${HEALTHY} ${after.get(series) ?? '_'}x${BROKEN}`,
        })),
        promql_expr_test: [
          { expr: firing, eval_time: '5m' },
          {
            expr: firing,
            eval_time: '15m',
            exp_samples: [...pages].sort().map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  const directory = temporaryDirectory();
  try {
    const path = join(directory.path, 'alerts.test.json');
    await writeFile(path, JSON.stringify(file));
    await promtool('test', 'rules', path);
  } finally {
    directory.remove();
  }
}

/**
 * Returns samples by name and labels, in the order of the scrape. Each number is in promtool's notation for a constant
 * series.
 */
function samplesOf(metrics: string): ReadonlyMap<string, string> {
  const samples = [...metrics.matchAll(SAMPLE)].map(([, name, labels = '', value]) => {
    return [`${name}${labels}`, NOT_A_NUMBER[value!] ?? value!] as const;
  });
  return new Map([...samples, ['up{job="purser"}', '1']]);
}
