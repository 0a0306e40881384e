import type { DestinationField } from './table/destination.js';
import type { PayoutProblem, PayoutProblemCode, PayoutWarning } from './payout-problem.js';
import {
  isBaseField,
  ofEachField,
  type Recipient,
  RECIPIENT_FIELDS,
  type RecipientFieldName,
  type RecipientInput,
} from './recipient.js';

export interface RecipientValidation {
  readonly recipient: Recipient | null;
  readonly problems: readonly PayoutProblem[];
  readonly warnings: readonly PayoutWarning[];
}

export function validateRecipient(input: RecipientInput, fields: readonly DestinationField[]): RecipientValidation {
  const accepted: Partial<Record<RecipientFieldName, string>> = {};
  const problems: PayoutProblem[] = [];
  const warnings: PayoutWarning[] = [];

  for (const name of RECIPIENT_FIELDS) {
    const verdict = validateField(
      input[name] ?? '',
      fields.find((field) => field.name === name),
    );
    const field = ['recipient', name];
    if (verdict.outcome === 'accepted') accepted[name] = verdict.value;
    if (verdict.outcome === 'refused') problems.push({ code: verdict.code, field, message: verdict.message });
    if (verdict.outcome === 'missed') warnings.push({ code: 'FIELD_RECOMMENDED', field, message: verdict.message });
  }
  return { recipient: problems.length === 0 ? toRecipient(accepted) : null, problems, warnings };
}

type Verdict =
  | { readonly outcome: 'accepted'; readonly value: string }
  | { readonly outcome: 'refused'; readonly code: PayoutProblemCode; readonly message: string }
  | { readonly outcome: 'missed'; readonly message: string }
  | { readonly outcome: 'left out' };

function validateField(text: string, field: DestinationField | undefined): Verdict {
  if (field === undefined) {
    if (text === '') return { outcome: 'left out' };
    // If the field were sent, a service would receive personal data that it did not ask for.
    return { outcome: 'refused', code: 'FIELD_NOT_ALLOWED', message: 'This destination does not take the field.' };
  }
  if (text === '') return validateAbsence(field);
  const verdict = field.format.parse(text);
  return verdict.ok
    ? { outcome: 'accepted', value: verdict.value }
    : { outcome: 'refused', code: verdict.code, message: `${field.label} ${verdict.complaint}.` };
}

function validateAbsence({ label, presence }: DestinationField): Verdict {
  switch (presence) {
    case 'REQUIRED':
      return { outcome: 'refused', code: 'FIELD_REQUIRED', message: `${label} is required.` };
    case 'RECOMMENDED':
      return { outcome: 'missed', message: `${label} is left out; some services of this destination require it.` };
    case 'OPTIONAL':
      return { outcome: 'left out' };
  }
}

function toRecipient(accepted: Partial<Record<RecipientFieldName, string>>): Recipient | null {
  const isWhole = RECIPIENT_FIELDS.every((name) => !isBaseField(name) || accepted[name] !== undefined);
  return isWhole ? (ofEachField((name) => accepted[name] ?? null) as Recipient) : null;
}
