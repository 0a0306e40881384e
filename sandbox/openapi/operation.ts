interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** One operation of the document. `takes` is the name of the request body's schema. */
interface OperationSketch {
  readonly tag: 'Provider' | 'Payer' | 'Control' | 'About';
  readonly summary: string;
  readonly takes?: string;
  /** The body of the answer by status: the name of a schema, `html`, `csv`, or null for an empty body. */
  readonly answers: Readonly<Record<number, string | null>>;
  readonly pathParameter?: string;
  readonly query?: readonly QueryParameter[];
  readonly needsToken?: boolean;
}

export function operation({
  tag,
  summary,
  takes,
  answers,
  pathParameter,
  query = [],
  needsToken = false,
}: OperationSketch) {
  const parameters = [
    ...(pathParameter === undefined ? [] : [inPath(pathParameter)]),
    ...query.map((parameter) => ({ ...parameter, in: 'query', schema: { type: 'string' } })),
  ];
  return {
    tags: [tag],
    summary,
    ...(needsToken ? { security: [{ apiToken: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takes === undefined ? {} : { requestBody: { required: true, content: jsonContent(takes) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, response({ status, answer })]),
    ),
  };
}

function inPath(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
}

function response({ status, answer }: { status: string; answer: string | null }) {
  const description = descriptions[status] ?? 'Answer';
  if (answer === null) return { description };
  if (answer === 'html') return { description, content: { 'text/html': { schema: { type: 'string' } } } };
  if (answer === 'csv') return { description, content: { 'text/csv': { schema: { type: 'string' } } } };
  return { description, content: jsonContent(answer) };
}

function jsonContent(schema: string) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

const descriptions: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Taken; it happens soon after.',
  303: 'Go on at the address in Location.',
  400: 'The body is not JSON.',
  401: 'X-Api-Token is missing or unknown.',
  403: 'Not enabled for the terminal of this merchant.',
  404: 'There is nothing with this id.',
  409: 'Not possible in the present state.',
  422: 'A field is refused; the answer names it.',
};
