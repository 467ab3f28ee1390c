// The OpenAPI 3.1 document, generated from the schemas that the server validates with.
import { z } from "zod";
import type { Config } from "../config.ts";
import type { ErrorCode } from "../errors.ts";
import { ERROR_TABLE } from "../http/error_table.ts";
import { AUTH_CALLS } from "./auth_calls.ts";
import type { Call } from "./call.ts";
import { MUSIC_AND_MONEY_CALLS } from "./music_and_money_calls.ts";
import { REQUEST_CALLS } from "./request_calls.ts";

type Json = Record<string, unknown>;

const CALLS = [...AUTH_CALLS, ...REQUEST_CALLS, ...MUSIC_AND_MONEY_CALLS];
const BODY_ERRORS: ErrorCode[] = [
  "invalid_input",
  "malformed_body",
  "body_too_slow",
  "body_too_large",
  "not_json",
];

/** The whole document. */
export function openApiDocument({ appOrigin }: Pick<Config, "appOrigin">): Json {
  const paths: Record<string, Json> = {};
  for (const call of CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Sıradaki",
      version: "1",
      description: "Song requests with tips, for cafes. Every error is `{ msg }` in Turkish.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: appOrigin }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "x-auth-token" },
      },
      schemas: {
        Error: {
          type: "object",
          properties: { msg: { type: "string", description: "A Turkish sentence" } },
          required: ["msg"],
        },
      },
    },
  };
}

function operation(call: Call): Json {
  return {
    summary: call.summary,
    operationId: `${call.method} ${call.path}`.replace(
      /[^a-z]+(\w?)/gi,
      (_, next) => next.toUpperCase(),
    ),
    tags: [call.path.split("/")[2]],
    security: call.role ? [{ token: [] }] : [],
    ...(call.role && { description: `For a logged-in ${call.role}.` }),
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(call.body, "input") } },
      },
    }),
    responses: { [call.status]: success(call), ...refusals(call) },
  };
}

function success({ answer, media, summary }: Call): Json {
  const content = answer
    ? { "application/json": { schema: schemaOf(answer, "output") } }
    : media && { [media]: { schema: { type: "string" } } };
  return { description: summary, ...(content && { content }) };
}

/** One response a status, with the sentence of each code as an example. */
function refusals({ role, body, query, errors = [] }: Call): Record<string, Json> {
  const codes: ErrorCode[] = [
    ...(role ? ["unauthenticated", "forbidden"] as const : []),
    ...(body ? BODY_ERRORS : query ? ["invalid_input"] as const : []),
    ...errors,
    "internal",
    "database_unavailable",
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => String(ERROR_TABLE[code][0]));
  return Object.fromEntries([...byStatus].map(([status, grouped]) => [status, {
    description: grouped.join(", "),
    ...(status === "429" || status === "503"
      ? { headers: { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } } }
      : {}),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(
          grouped.map((code) => [code, { value: { msg: ERROR_TABLE[code][1] } }]),
        ),
      },
    },
  }]));
}

function pathParameters({ path }: Call): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Call): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
