import type { Destination, DestinationField } from './table/destination.js';
import { DESTINATIONS } from './table/destinations.table.js';
import { PAYMENT_TYPES } from './payment-type.js';
import { describeAmountRule } from './payout-currency.js';

const INTRODUCTION = `# Where payouts can go

Currency and payment type of a payout decide its destination. The destination decides which fields of the recipient are
needed. This page is generated from the table in \`src/payouts/destinations/\` that validates every payout; the query
\`payoutDestinations\` answers the same.

Nothing is repaired: a value that breaks its rule is refused, since a wrong guess would pay a stranger.`;

/** The page on destinations, as Markdown in the form that the formatter leaves alone. */
export function renderDestinationsPage(): string {
  return `${[INTRODUCTION, ...DESTINATIONS.map(renderDestination)].join('\n\n')}\n`;
}

function renderDestination({ title, description, serviceWarning, notes, ...destination }: Destination): string {
  return [
    `## ${title}`,
    description,
    table([
      ['currency', 'an amount must be'],
      ...destination.currencies.map(({ code, amountRule }) => [code, describeAmountRule(amountRule)]),
    ]),
    table([
      ['payment type', 'pays'],
      ...destination.paymentTypes.map((type) => [`\`${type}\``, startInLowerCase(PAYMENT_TYPES[type])]),
    ]),
    table([['field', 'meaning', 'when', 'presence', 'must be', 'example'], ...destination.fields.map(fieldRow)]),
    [serviceWarning, ...notes].map((note) => `- ${note}`).join('\n'),
  ].join('\n\n');
}

function fieldRow({ name, label, presence, format, onlyFor }: DestinationField): string[] {
  const when = onlyFor === undefined ? 'always' : Object.values(onlyFor).join();
  return [`\`${name}\``, label, when, presence.toLowerCase(), format.rule, `\`${format.example}\``];
}

function startInLowerCase(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

/** A table whose columns are as wide as their longest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [...padded.slice(0, 1), rule, ...padded.slice(1)].join('\n');
}
