import { z } from 'zod';

// Lower severities mostly concern features that Purser does not use. They are printed but do not block a release.
const REFUSED = ['high', 'critical'] as const;

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string().optional() })),
});

export type AuditAnswer =
  | { readonly kind: 'answered'; readonly refused: readonly string[]; readonly others: readonly string[] }
  /** The registry has no vulnerability data or could not be reached. */
  | { readonly kind: 'not_answered'; readonly why: string };

export function readAudit(text: string): AuditAnswer {
  const answer = parse(text);
  const known = report.safeParse(answer);
  if (!known.success) return { kind: 'not_answered', why: whyOf(answer) };
  const found = Object.entries(known.data.vulnerabilities).map(([name, { severity, range = '' }]) => ({
    severity,
    text: `${name} ${range}: ${severity}`,
  }));
  const isRefused = ({ severity }: { severity: string }): boolean => REFUSED.some((word) => word === severity);
  return {
    kind: 'answered',
    refused: found.filter(isRefused).map(({ text: line }) => line),
    others: found.filter((one) => !isRefused(one)).map(({ text: line }) => line),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns the registry's reason without its address, which does not belong in a report. */
function whyOf(answer: unknown): string {
  const told = z.object({ statusCode: z.number() }).safeParse(answer);
  return told.success ? `the registry answered ${told.data.statusCode}` : 'no registry answered';
}
