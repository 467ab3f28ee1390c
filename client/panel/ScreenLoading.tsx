// The placeholders of a screen that is loading.
import { Loading } from "../components/Loading.tsx";

export function ScreenLoading() {
  return (
    <>
      {/* `Loading` is announced; the heading is for users who navigate by headings. */}
      <h1 className="visually-hidden">Yükleniyor</h1>
      <Loading />
    </>
  );
}

/** The placeholder while the frame around the screens is loading too. */
export function FrameLoading() {
  return (
    <main className="screen">
      <ScreenLoading />
    </main>
  );
}
