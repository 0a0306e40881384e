import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

export function alertRules(): readonly AlertRule[] {
  const file = readFileSync('deploy/monitoring/alerts.yaml', 'utf8');
  const { groups } = parse(file) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}
