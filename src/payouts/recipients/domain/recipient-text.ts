import { maskValuesIn } from '../../../common/text/masked-values.js';
import type { Recipient } from '../../destinations/recipient.js';
import { maskRequisites } from '../../destinations/requisites-mask.js';
import { maskIp, maskName } from './recipient-mask.js';

const HIDDEN = '***';

/** Masks the recipient's own values in a text of the provider, as the fields that show them do. */
export function maskRecipientIn(text: string, recipient: Recipient): string {
  const { name, requisites, userId, userEmail, userPhone, userIp } = recipient;
  const masked = [
    { value: requisites, mask: maskRequisites(requisites) },
    { value: userId, mask: HIDDEN },
    ...(userEmail === null ? [] : [{ value: userEmail, mask: maskRequisites(userEmail) }]),
    ...(userPhone === null ? [] : [{ value: userPhone, mask: maskRequisites(userPhone) }]),
    ...(userIp === null ? [] : [{ value: userIp, mask: maskIp(userIp) }]),
    ...[name, ...name.split(/\s+/u)].map((part) => ({ value: part, mask: maskName(part) })),
  ];
  return maskValuesIn(text, masked);
}
