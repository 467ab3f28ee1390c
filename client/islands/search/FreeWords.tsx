// Lets a guest ask for a song that the search does not find: a row opens a form for its title and its artist. It is loaded
// by itself, and imports nothing of the search's own script (vite.config.ts).
import { type FormEvent, useEffect, useRef, useState } from "react";
import { TextField } from "../../components/TextField.tsx";
import { texts } from "../language.ts";

const MAX_LENGTH = 200;

export interface FreeWordsProps {
  /** What was searched for, which is mostly the title. */
  term: string;
  /** Opens the sheet of the song with these words. */
  open: (title: string, artist: string) => void;
  /** Without the blanks that say nothing. */
  trim: (text: string) => string;
}

export function FreeWords(props: FreeWordsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="free">
      <button
        type="button"
        className="free-row"
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
      >
        {texts.notInList} <span>{texts.writeItsName}</span>
      </button>
      {asking && <FreeForm {...props} />}
    </div>
  );
}

function FreeForm({ term, open, trim }: FreeWordsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<{ title?: string; artist?: string }>({});
  const field = (name: string) => form.current!.elements.namedItem(name) as HTMLInputElement;
  useEffect(() => field("title").focus(), []);
  useEffect(() => {
    // Once the error is there, so that it is read with its field.
    const wrong = faults.title ? "title" : faults.artist && "artist";
    if (wrong) field(wrong).focus();
  }, [faults]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [title, artist] = [trim(field("title").value), trim(field("artist").value)];
    setFaults({
      title: title === "" ? texts.songNameMissing : undefined,
      artist: artist === "" ? texts.artistMissing : undefined,
    });
    if (title !== "" && artist !== "") open(title, artist);
  };
  const rules = { maxLength: MAX_LENGTH, autoComplete: "off", required: true };
  return (
    <form ref={form} className="free-form" noValidate onSubmit={submit}>
      <TextField
        label={texts.songName}
        name="title"
        defaultValue={term}
        error={faults.title}
        {...rules}
      />
      <TextField label={texts.artist} name="artist" error={faults.artist} {...rules} />
      <button type="submit" className="button button-plain" aria-haspopup="dialog">
        {texts.goOn}
      </button>
    </form>
  );
}
