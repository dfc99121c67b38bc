import type { Metadata } from 'next';
import type { Operation, ResponseObject, Schema } from '@/lib/core/http/openapi';
import { curlExample } from './curl';
import { openApiDocument } from './document';
import { schemaRows, typeText } from './schema-rows';

export const metadata: Metadata = { title: 'API reference – Tessera' };

/** The whole reference. It belongs to no brand, and is in English like the code. */
export default function ReferencePage() {
  const document = openApiDocument();
  const calls = Object.entries(document.paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, operation]) => ({ address, method: method.toUpperCase(), operation }))
  );
  const parts = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name))
  }));
  return (
    <main id="main" tabIndex={-1}>
      <h1>API reference</h1>
      <Words text={document.info.description} />
      <p>
        The same for tools: <a href="/openapi.json">openapi.json</a> (OpenAPI {document.openapi}).
      </p>
      <nav aria-label="Calls">
        {parts.map((part) => (
          <section key={part.name}>
            <h2>{part.name}</h2>
            <ul>
              {part.calls.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>{operation.operationId}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {parts.map((part) => (
        <section key={part.name} className="part">
          <h2>{part.name}</h2>
          {part.calls.map((call) => (
            <Call key={call.operation.operationId} {...call} />
          ))}
        </section>
      ))}
      <section className="part" id="errors">
        <h2>Errors</h2>
        <p>The body of every refusal.</p>
        <SchemaTable label="Fields of an error body" schema={document.components.schemas.Errors} />
      </section>
    </main>
  );
}

function Call({ address, method, operation }: { address: string; method: string; operation: Operation }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return (
    <article id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p className="address">
        <strong>{method}</strong> <code>{address}</code>
      </p>
      {description && <Words text={description} />}
      <ul className="facts">
        {factsOf(operation).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Rows
            label={`Parameters of ${operationId}`}
            rows={parameters.map(({ name, required, schema, description: meaning, ...parameter }) => ({
              name,
              required,
              type: `in the ${parameter.in}; ${typeText(schema)}`,
              description: meaning
            }))}
          />
        </>
      )}
      {body && (
        <>
          <h4>
            Body <small>{Object.keys(requestBody?.content ?? {}).join(' or ') || type}</small>
          </h4>
          <SchemaTable label={`Body of ${operationId}`} schema={body.schema} />
        </>
      )}
      <h4>Example</h4>
      <pre>{curlExample(method, address, operation)}</pre>
      <h4>Answers</h4>
      <dl>
        {Object.entries(responses).map(([status, response]) => (
          <AnswerOf key={status} id={operationId} status={status} response={response} />
        ))}
      </dl>
      <p>
        From 400 on the body is <a href="#errors">Errors</a>.
      </p>
    </article>
  );
}

function AnswerOf({ id, status, response }: { id: string; status: string; response: ResponseObject }) {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const isRefusal = media !== undefined && '$ref' in media.schema;
  const { 'Cache-Control': cache, ...headers } = response.headers;
  return (
    <div>
      <dt>{status}</dt>
      <dd>
        <Words text={response.description} />
        {!isRefusal && (
          <p className="facts">
            {Object.keys(response.content ?? {}).join(', ') || 'No body'}. Cache-Control:{' '}
            {cache && typeText(cache.schema).replaceAll('"', '')}.
          </p>
        )}
        {Object.entries(headers).map(([name, { description }]) => (
          <p className="facts" key={name}>
            {name}: {description}
          </p>
        ))}
        {type === 'application/json' && media && !isRefusal && (
          <SchemaTable label={`Body of ${id}, ${status}`} schema={media.schema} />
        )}
      </dd>
    </div>
  );
}

function SchemaTable({ label, schema }: { label: string; schema: Schema }) {
  return <Rows label={label} rows={schemaRows(schema)} />;
}

function Rows({ label, rows }: { label: string; rows: ReturnType<typeof schemaRows> }) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, required, type, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name || 'the whole body'}</code> {!required && <small>optional</small>}
            </th>
            <td>
              {description && <Words text={description} />}
              <span className="facts">{type}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function factsOf({
  security,
  'x-max-bytes': bytes,
  'x-again': again,
  responses,
  'x-rules': rules
}: Operation): string[] {
  const first = Object.keys(responses)[0];
  const token = security.filter((way) => 'antiForgeryHeader' in way).length;
  return [
    security.every((way) => 'session' in way) ? 'Needs a session.' : 'Needs no session.',
    token === security.length ? 'Anti-forgery headers: always.' : token > 0 ? 'Anti-forgery headers: browsers.' : '',
    bytes ? `Body: at most ${bytes.toLocaleString('en-US')} bytes.` : '',
    String(again) === first ? 'May be repeated.' : `The same call again: ${again}.`,
    `Rules: ${rules.join(', ')}.`
  ].filter(Boolean);
}

/** Paragraphs with `code` and **strong** in them. */
function Words({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      {paragraph.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
        if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>;
        return part.startsWith('**') ? <strong key={part}>{part.slice(2, -2)}</strong> : part;
      })}
    </p>
  ));
}
