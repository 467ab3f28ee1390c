// Sends letters by SMTP, or writes them into a folder if no SMTP server is configured.
import type { Config } from "../config.ts";
import { filePost } from "./file_post.ts";
import type { Post } from "./mail.ts";
import { smtpPost } from "./smtp_post.ts";

export function createPost({ mail, dataDir }: Pick<Config, "mail" | "dataDir">): Post {
  return mail.smtpUrl === undefined
    ? filePost(`${dataDir}/outbox`)
    : smtpPost(mail.smtpUrl, mail.from);
}
