import { recipientField } from '../recipient-table.js';

export const baseFields = [recipientField('name'), recipientField('userId')] as const;
