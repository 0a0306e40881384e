import type { Text } from '../../text/use-text.js';
import type { ShownChangeRequest } from './changes-documents.js';

/** Describes in a few words what a change does once it is confirmed. */
export function changeEffect(text: Text, { kind, content }: Pick<ShownChangeRequest, 'kind' | 'content'>): string {
  const valueOf = (name: string): string => content.find((fact) => fact.name === name)?.value ?? '';
  switch (kind) {
    case 'UNCONFIRMED_PAYOUT':
      switch (valueOf('action')) {
        case 'BIND':
          return text('change.effect.bind', { id: valueOf('providerPayoutId') });
        case 'CLOSE':
          return text(valueOf('resend') === 'true' ? 'change.effect.resend' : 'change.effect.neverMade');
        default:
          return text(valueOf('end') === 'PAID' ? 'change.effect.paid' : 'change.effect.notPaid');
      }
    case 'PAYOUT_GATE':
      return text(valueOf('endsRestore') === 'true' ? 'change.effect.endRestore' : 'change.effect.openGate');
    case 'LOST_PAYMENT':
    case 'PERSON':
    case 'UNCONFIRMED_ORDER':
      return text(`change.effect.${kind}`);
    case 'RECIPIENT_READINGS':
      return text('change.effect.RECIPIENT_READINGS', { count: valueOf('perDay') });
    case 'API_KEY':
    case 'PAYOUT_LIMIT':
    case 'PAYOUT_POLICY':
      return text(`change.kind.${kind}`);
  }
}

// Already part of the effect's wording.
const IN_EFFECT: ReadonlySet<string> = new Set(['action', 'end', 'isOpen']);

/** Returns the facts that the description of the effect leaves out. */
export function otherContent({ content }: Pick<ShownChangeRequest, 'content'>): ShownChangeRequest['content'] {
  return content.filter(({ name }) => !IN_EFFECT.has(name));
}
