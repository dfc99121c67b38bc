// Validates the OpenAPI document on standard input. A program of its own: the validator is an ES module that reads
// files beside itself, which Jest's CommonJS can't give it.
import { Validator } from '@seriousme/openapi-schema-validator';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const validator = new Validator();
const result = await validator.validate(JSON.parse(Buffer.concat(chunks)));
process.stdout.write(JSON.stringify({ ...result, version: validator.version }));
