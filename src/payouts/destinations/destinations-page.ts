import type { Destination, DestinationField } from './table/destination.js';
import { DESTINATIONS } from './table/destinations.table.js';
import { PAYOUT_PAYMENT_TYPES } from '../../provider/profile/payout-destination.js';
import { describeAmountRule } from './payout-currency.js';

const INTRODUCTION = `# Where payouts can go

Currency and payment type decide the destination of a payout, and the destination decides which fields of the recipient
are required. This page is generated from the table that validates every payout; the query \`payoutDestinations\` returns
the same. Purser repairs no value: one that breaks its rule is refused, because a wrong guess would pay a stranger.`;

/** Renders the page about destinations as Markdown, in the form that the formatter produces. */
export function renderDestinationsPage(): string {
  return `${[INTRODUCTION, renderSharedFields(), ...DESTINATIONS.map(renderDestination)].join('\n\n')}\n`;
}

function sharedFields(): readonly DestinationField[] {
  const [first, ...others] = DESTINATIONS.map(({ fields }) => fields);
  return (first ?? []).filter((field) =>
    others.every((fields) => fields.some((other) => fieldRow(other).join() === fieldRow(field).join())),
  );
}

function renderSharedFields(): string {
  return ['## Every destination', fieldTable(sharedFields())].join('\n\n');
}

function renderDestination({ title, description, serviceWarning, notes, ...destination }: Destination): string {
  const shared = sharedFields().map(({ name }) => name);
  const amounts = new Map<string, string[]>();
  for (const { code, amountRule } of destination.currencies) {
    const rule = describeAmountRule(amountRule);
    amounts.set(rule, [...(amounts.get(rule) ?? []), code]);
  }
  return [
    `## ${title}`,
    description,
    [
      ...[...amounts].map(([rule, codes]) => `- ${codes.join(', ')}: the amount is ${rule}.`),
      ...destination.paymentTypes.map(
        (type) => `- \`${type}\` pays ${startInLowerCase(PAYOUT_PAYMENT_TYPES[type].about)}.`,
      ),
    ].join('\n'),
    fieldTable(destination.fields.filter(({ name }) => !shared.includes(name))),
    [serviceWarning, ...notes].map((note) => `- ${note}`).join('\n'),
  ].join('\n\n');
}

function fieldTable(fields: readonly DestinationField[]): string {
  return table([['field', 'must be'], ...fields.map(fieldRow)]);
}

function fieldRow({ name, label, presence, format, onlyFor }: DestinationField): string[] {
  const when = onlyFor === undefined ? '' : ` for ${Object.values(onlyFor).join()}`;
  const softer = presence === 'REQUIRED' ? '' : ` (${presence.toLowerCase()})`;
  // The rule may already contain the example.
  const example = format.rule.includes(format.example) ? '' : `, such as \`${format.example}\``;
  return [`\`${name}\`${when}: ${label}${softer}`, `${format.rule}${example}`];
}

function startInLowerCase(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [...padded.slice(0, 1), rule, ...padded.slice(1)].join('\n');
}
