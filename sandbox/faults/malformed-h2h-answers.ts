import { type HttpAnswer, httpAnswer, jsonAnswer } from '../http/answer.js';
import type { MalformedH2hVariant } from './fault-fields.schema.js';
import { paddedJson } from './malformed-answers.js';

/** Builds a 200 of an H2H endpoint with one flaw. `echo` is the correct answer. */
export function malformedH2hAnswer({
  variant,
  echo,
}: {
  variant: MalformedH2hVariant;
  echo: Readonly<Record<string, unknown>>;
}): HttpAnswer {
  const status = 200;
  const json = JSON.stringify(echo);
  const contentType = 'application/json; charset=utf-8';
  const { status: word, isSmsRequired, ...rest } = echo;
  switch (variant) {
    case 'truncatedJson':
      return httpAnswer({ status, contentType, body: json.slice(0, json.length / 2) });
    case 'notJson':
      return httpAnswer({ status, contentType, body: 'OK' });
    case 'emptyBody':
      return httpAnswer({ status, contentType, body: '' });
    case 'wrongContentType':
      return httpAnswer({ status, contentType: 'application/octet-stream', body: json });
    case 'noFlag':
      return jsonAnswer({ status, body: { ...rest, status: word } });
    case 'flagAsText':
      return jsonAnswer({ status, body: { ...echo, isSmsRequired: String(isSmsRequired) } });
    case 'noStatus':
      return jsonAnswer({ status, body: { ...rest, isSmsRequired } });
    case 'nullFields':
      return jsonAnswer({ status, body: Object.fromEntries(Object.keys(echo).map((key) => [key, null])) });
    case 'hugeBody':
      return httpAnswer({ status, contentType, body: paddedJson(json) });
  }
}
