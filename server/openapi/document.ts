// The OpenAPI 3.1 document, generated from the descriptions and schemas that the server runs with.
import * as z from "zod/mini";
import type { Config } from "../config.ts";
import { ROLES_BY_ACCESS } from "../contract/access.ts";
import { type Call, methodAndPath, statusOf } from "../contract/call.ts";
import { CALLS } from "../contract/calls.ts";
import { ERROR_VALUES, ErrorAnswer, type ErrorCode } from "../contract/error_codes.ts";
import { ERROR_TABLE, errorBody, NEED_CODE } from "../http/error_table.ts";

const BODY_ERRORS: ErrorCode[] = [
  "invalid_input",
  "malformed_body",
  "body_too_slow",
  "body_too_large",
  "not_json",
];
const UPLOAD_ERRORS: ErrorCode[] = [
  "malformed_body",
  "body_too_slow",
  "body_too_large",
];

/** Of an answer that may be large. */
const UNREAD_ERRORS: ErrorCode[] = ["too_many_unread", "too_many_unread_in_all"];

/** Those that its description names, and those that follow from its access, its query and its body. */
export function codesOf(
  { access, body, upload, query, answer, media, errors = [] }: Call,
): Set<ErrorCode> {
  return new Set<ErrorCode>([
    ...(access !== "everyone" ? ["unauthenticated", "membership_ended", "forbidden"] as const : []),
    ...(body ? BODY_ERRORS : query ? ["invalid_input"] as const : []),
    ...(upload ? UPLOAD_ERRORS : []),
    ...(upload ? [upload.media === "text/csv" ? "not_csv" : "not_audio"] as const : []),
    ...(answer || media ? UNREAD_ERRORS : []),
    ...errors,
    "foreign_host",
    "internal",
    "database_unavailable",
  ]);
}

type Json = Record<string, unknown>;

export function openApiDocument({ appOrigin }: Pick<Config, "appOrigin">): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    const [method, pattern] = methodAndPath(name);
    const path = pattern.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, call) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Sıradaki",
      version: "1",
      description:
        "Song requests with tips, for cafes. Every error has a code, and a Turkish sentence.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: appOrigin }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "x-auth-token" },
      },
      schemas: {
        Error: schemaOf(ErrorAnswer, "output"),
        ErrorValues: {
          description: "`values` of the errors that have some, by their code",
          type: "object",
          properties: Object.fromEntries(
            Object.entries(ERROR_VALUES).map((
              [code, values],
            ) => [code, schemaOf(values, "output")]),
          ),
        },
      },
    },
  };
}

function operation(method: string, path: string, call: Call): Json {
  const roles = ROLES_BY_ACCESS[call.access];
  return {
    summary: call.summary,
    operationId: `${method.toLowerCase()} ${path}`.replace(
      /[^a-z]+(\w?)/gi,
      (_, next) => next.toUpperCase(),
    ),
    tags: [path.split("/")[2]],
    security: roles ? [{ token: [] }] : [],
    ...(roles && { description: `For a logged-in ${roles.join(" or ")}.` }),
    parameters: [...pathParameters(path), ...queryParameters(call)],
    ...(call.body && {
      requestBody: {
        required: !call.bodyOptional,
        content: { "application/json": { schema: schemaOf(call.body, "input") } },
      },
    }),
    ...(call.upload && {
      requestBody: {
        required: true,
        content: { [call.upload.media]: { schema: { type: "string" } } },
      },
    }),
    responses: { [statusOf(call)]: success(call), ...refusals(call) },
  };
}

function success({ answer, media, summary, headers }: Call): Json {
  const content = answer
    ? { "application/json": { schema: schemaOf(answer, "output") } }
    : media && { [media]: { schema: { type: "string" } } };
  const described = headers && Object.fromEntries(
    Object.entries(headers).map((
      [name, description],
    ) => [name, { schema: { type: "string" }, description }]),
  );
  return {
    description: summary,
    ...(described && { headers: described }),
    ...(content && { content }),
  };
}

/** The sentence of an example; those of the table have one. */
function saidOf(code: ErrorCode): { msg?: string } {
  return code in ERROR_VALUES ? { msg: "Kuralın sayısını veya saatini söyleyen bir cümle." } : {};
}

/** One response a status, with its codes, and the body of each as an example. */
function refusals(call: Call): Record<string, Json> {
  const byStatus = Map.groupBy(codesOf(call), (code) => String(ERROR_TABLE[code][0]));
  return Object.fromEntries([...byStatus].map(([status, grouped]) => [status, {
    description: grouped.join(", "),
    ...(status === "429" || status === "503"
      ? { headers: { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } } }
      : {}),
    ...(grouped.some((code) => NEED_CODE.includes(code))
      ? {
        headers: {
          "Second-Factor": {
            schema: { const: "required" },
            description: "Send the call again with `code`",
          },
        },
      }
      : {}),
    ...(grouped.includes("song_waiting")
      ? {
        headers: {
          "Waiting-Request": {
            schema: { type: "string" },
            description:
              "The request for the same song that can be supported instead, if one waits",
          },
        },
      }
      : {}),
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Error" },
            { properties: { code: { enum: grouped } } },
          ],
        },
        examples: Object.fromEntries(
          grouped.map((code) => [code, { value: errorBody({ code, detail: saidOf(code) }) }]),
        ),
      },
    },
  }]));
}

function pathParameters(path: string): Json[] {
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

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // What stands for a value that cannot be read is no default.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "catch") delete jsonSchema.default;
    },
  });
  return rest;
}
