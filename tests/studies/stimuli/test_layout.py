"""What is proposed for the columns of a file, and tables with a column for each subject."""

import pytest

from studies.stimuli import Layout, read_head, read_rows

LONG = "A sentence that is long enough to be a text."


def proposed(text: str, *subjects: str) -> Layout:
    return read_head(text).proposal(subjects)


def rows(count: int, *cells: str) -> str:
    return "".join(",".join(cell.format(n) for cell in cells) + "\n" for n in range(count))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Author,ID,Output\nx,1,y\n", {"subject": 0, "item": 1, "text": 2}),
        # By what stands in them: the study's subjects, then short values that recur.
        (f"col1,col2,col3\nTGen,1,{LONG}\nhuman,1,{LONG}\n", {"subject": 0, "text": 2, "item": 1}),
        (
            "k,v,w\n" + rows(3, "s1", "i{0}", LONG) + rows(3, "s2", "i{0}", LONG),
            {"subject": 0, "text": 2, "item": 1},
        ),
        # A column called source is what texts were written from, unless it names subjects.
        (
            f"source,item,text,who\n{LONG},1,x,TGen\n{LONG},1,y,human\n",
            {"context": 0, "item": 1, "text": 2, "subject": 3},
        ),
        ("MR,ref\nx,y\n", {"context": 0, "text": 1}),
        ("alt,picture\nx,maps/y.PNG\n", {"alt_text": 0, "image": 1}),
        ("caption,file\nx,y.webp\n", {"alt_text": 0, "image": 1}),
        # A description without images, and names of other files, are not taken for them.
        ("caption,file\nx,y.txt\n", {}),
        ("type,lang\nmain,pt-BR\nattention,en\n", {"kind": 0, "language": 1}),
        ("type,lang\nrestaurant,English!\n", {}),
        ("prompt,output\nx,y\n", {"context": 0, "text": 1}),
    ],
)
def test_columns_are_proposed_by_name_then_by_what_stands_in_them(text, places) -> None:
    assert proposed(text, "TGen", "human") == Layout(places)


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("id,TGen,HUMAN,x\n1,a,b,c\n", Layout({"item": 0}, wide=(1, 2))),
        (
            f"id,mr,one,two,n\n1,x,{LONG},{LONG},3\n",
            Layout({"item": 0, "context": 1}, wide=(2, 3)),
        ),
    ],
)
def test_a_column_for_each_subject_is_recognised(text, layout) -> None:
    assert proposed(text, "TGen", "human") == layout


def test_each_column_of_a_row_is_a_text_and_blank_ones_are_none() -> None:
    text = "who,id,TGen,human\n,1,a,b\n,,c, \n,3,,d\n"
    found = read_rows(text, Layout({"item": 1}, wide=(2, 3))).rows()
    assert [(row.number, row.subject, row.item, row.text) for row in found] == [
        (2, "TGen", "1", "a"),
        (2, "human", "1", "b"),
        (3, "TGen", "row 3", "c"),
        (4, "human", "3", "d"),
    ]


def test_without_titles_a_column_is_named_by_its_number() -> None:
    table = read_rows("1,a,b\n", Layout({"item": 0}, untitled=True, wide=(1, 2)))
    assert [(row.subject, row.text) for row in table.rows()] == [
        ("column 2", "a"),
        ("column 3", "b"),
    ]


def test_columns_of_ours_under_another_name_are_named() -> None:
    head = read_head("subject,item,text,MR,note\nTGen,1,x,y,z\n")
    assert head.renamed() == ["context"]
    assert read_head("subject,item,text,note,id\nTGen,1,x,z,1\n").renamed() == []
    # A column “source” that names the subjects holds no contexts.
    head = read_head("item,text,source\n1,x,TGen\n2,y,human\n")
    assert head.renamed(["TGen", "human"]) == ["subject"]
